//! The command line, `fabricad`.

fn main() -> std::process::ExitCode {
    fabricad::cli::main()
}
