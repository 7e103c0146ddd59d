//! The table of GPU platforms.
//!
//! NVLink rates are of one GPU in one direction: half of what data sheets print.

use super::{GpuGeneration, NvlinkScope, PlatformSheet};
use crate::engine::catalog::Evidence::{Default, Read};
use crate::engine::catalog::Source::{FieldKnowledge, Page};
use crate::engine::catalog::{Between, Cage, Evidence, Fact, Source};
use crate::engine::units::{BitRate, Power};

const INFRA_INDEX: Source =
    Page("https://alpha-one-index.github.io/ai-infra-index/specs/networking-interconnects.html");
const ACE_CLOUD: Source = Page("https://acecloud.ai/blog/nvidia-b200-vs-h200-h100-a100");
const NVLINK_MANUAL: Source =
    Page("https://docs.nvidia.com/base-command-manager/product-manuals/nvidia-mission-control/nvlink");
const RUBIN: Source =
    Page("https://www.wheelersnetwork.com/2025/11/decoding-nvidias-rubin-networking-math.html");
const RUBIN_RACK: Source = Page("https://transurfing-volatility.ghost.io/vera-rubin-decoded-pt5/");
const H800_ISSUE: Source = Page("https://github.com/NVIDIA/nccl/issues/1374");
const OCI: Source = Page("https://oracle-japan.github.io/ocitutorials/");

impl PlatformSheet {
    const fn new(
        model: &'static str,
        gpu: &'static str,
        generation: GpuGeneration,
        gpus: u16,
        memory: &'static str,
    ) -> Self {
        Self {
            model,
            gpu,
            generation,
            gpus,
            memory,
            nvlink_generation: 0,
            nvlink_rate: Fact::new(BitRate::ZERO, Default),
            nvlink_scope: NvlinkScope::None,
            nvlink_sharp: false,
            pcie_generation: 4,
            nic: "",
            nics: 0,
            ports_per_nic: 1,
            port_rate: BitRate::ZERO,
            cage: Cage::Unknown,
            nics_evidence: Default,
            max_power: Fact::new(Between::new(Power::ZERO, Power::ZERO), Default),
            launch: 0,
            sources: &[FieldKnowledge],
            note: "",
        }
    }
    const fn nvlink(
        mut self,
        generation: u8,
        gbytes_one_way: u64,
        evidence: Evidence,
        scope: NvlinkScope,
    ) -> Self {
        self.nvlink_generation = generation;
        self.nvlink_rate = Fact::new(BitRate::from_gbytes(gbytes_one_way), evidence);
        self.nvlink_scope = scope;
        self.nvlink_sharp = generation >= 4;
        self
    }
    const fn nics(
        mut self,
        nic: &'static str,
        (nics, ports_per_nic): (u16, u16),
        gbps: u64,
        cage: Cage,
    ) -> Self {
        self.nic = nic;
        self.nics = nics;
        self.ports_per_nic = ports_per_nic;
        self.port_rate = BitRate::from_gbps(gbps);
        self.cage = cage;
        self
    }
    const fn pcie(mut self, generation: u8) -> Self {
        self.pcie_generation = generation;
        self
    }
    const fn nics_read(mut self) -> Self {
        self.nics_evidence = Read;
        self
    }
    const fn watts(mut self, low: u64, high: u64, evidence: Evidence) -> Self {
        self.max_power = Fact::new(
            Between::new(Power::from_watts(low), Power::from_watts(high)),
            evidence,
        );
        self
    }
    const fn known(mut self, launch: u16, sources: &'static [Source]) -> Self {
        self.launch = launch;
        self.sources = sources;
        self
    }
    const fn note(mut self, note: &'static str) -> Self {
        self.note = note;
        self
    }
}

const fn a100(model: &'static str) -> PlatformSheet {
    PlatformSheet::new(model, "A100 SXM4", GpuGeneration::Ampere, 8, "40 or 80 GB HBM2e")
        .nvlink(3, 300, Read, NvlinkScope::Server)
        .watts(6500, 6500, Read)
}

pub(super) const TABLE: &[PlatformSheet] = &[
    PlatformSheet::new("DGX-1V", "V100 SXM2", GpuGeneration::Volta, 8, "16 or 32 GB HBM2")
        .nvlink(2, 150, Default, NvlinkScope::Mesh)
        .pcie(3)
        .nics("ConnectX-5", (4, 1), 100, Cage::Qsfp28)
        .watts(3500, 3500, Read)
        .known(2017, &[INFRA_INDEX])
        .note("hybrid cube mesh: no NVSwitch; drawn here as one domain"),
    PlatformSheet::new("DGX-2", "V100 SXM3", GpuGeneration::Volta, 16, "32 GB HBM2")
        .nvlink(2, 150, Default, NvlinkScope::Server)
        .pcie(3)
        .nics("ConnectX-5", (8, 1), 100, Cage::Qsfp28)
        .watts(10_000, 10_000, Read)
        .known(2018, &[INFRA_INDEX]),
    a100("HGX A100-8 with 8 x 100G")
        .nics("ConnectX-6 Dx", (8, 1), 100, Cage::Qsfp28)
        .known(2020, &[INFRA_INDEX, FieldKnowledge])
        .note("the usual build of the 100G years: one NIC a GPU"),
    a100("HGX A100-8 with 16 x 100G")
        .nics("ConnectX-6 Dx", (8, 2), 100, Cage::Qsfp28)
        .nics_read()
        .known(2020, &[OCI, INFRA_INDEX])
        .note("OCI BM.GPU4.8: eight NICs of two ports, two ports a GPU"),
    a100("DGX A100")
        .nics("ConnectX-6", (8, 1), 200, Cage::Qsfp56)
        .known(2020, &[INFRA_INDEX, ACE_CLOUD])
        .note("HGX A100-8 alike; two further NICs for storage are not counted"),
    PlatformSheet::new("DGX H100", "H100 SXM5", GpuGeneration::Hopper, 8, "80 GB HBM3")
        .nvlink(4, 450, Read, NvlinkScope::Server)
        .pcie(5)
        .nics("ConnectX-7", (8, 1), 400, Cage::Osfp)
        .nics_read()
        .watts(10_200, 10_200, Read)
        .known(2022, &[INFRA_INDEX, ACE_CLOUD])
        .note("HGX H100-8 alike"),
    PlatformSheet::new("DGX H200", "H200 SXM5", GpuGeneration::Hopper, 8, "141 GB HBM3e")
        .nvlink(4, 450, Read, NvlinkScope::Server)
        .pcie(5)
        .nics("ConnectX-7", (8, 1), 400, Cage::Osfp)
        .watts(10_200, 10_200, Read)
        .known(2023, &[INFRA_INDEX, ACE_CLOUD])
        .note("HGX H200-8 alike"),
    PlatformSheet::new("HGX H800-8", "H800 SXM5", GpuGeneration::Hopper, 8, "80 GB HBM3")
        .nvlink(4, 200, Read, NvlinkScope::Server)
        .pcie(5)
        .nics("ConnectX-7", (8, 1), 400, Cage::Osfp)
        .watts(10_200, 10_200, Default)
        .known(2023, &[H800_ISSUE]),
    PlatformSheet::new(
        "DGX B200",
        "B200 SXM6",
        GpuGeneration::Blackwell,
        8,
        "180 to 192 GB HBM3e",
    )
    .nvlink(5, 900, Read, NvlinkScope::Server)
    .pcie(5)
    .nics("ConnectX-7", (8, 1), 400, Cage::Osfp)
    .nics_read()
    .watts(14_300, 14_300, Read)
    .known(2024, &[INFRA_INDEX, ACE_CLOUD])
    .note("HGX B200-8 alike"),
    PlatformSheet::new("DGX B300", "B300", GpuGeneration::Blackwell, 8, "288 GB HBM3e")
        .nvlink(5, 900, Default, NvlinkScope::Server)
        .pcie(6)
        .nics("ConnectX-8 SuperNIC", (8, 1), 800, Cage::Osfp1600)
        .watts(14_000, 14_000, Read)
        .known(2025, &[INFRA_INDEX])
        .note("HGX B300-8 alike; the NICs bring their own PCIe 6 switches"),
    PlatformSheet::new(
        "GB200 NVL72 tray",
        "GB200",
        GpuGeneration::Blackwell,
        4,
        "186 GB HBM3e",
    )
    .nvlink(5, 900, Read, NvlinkScope::Rack(72))
    .pcie(5)
    .nics("ConnectX-7", (4, 1), 400, Cage::Osfp)
    .watts(120_000, 140_000, Read)
    .known(2024, &[INFRA_INDEX, NVLINK_MANUAL])
    .note("18 trays a rack; power is of the rack with its NVLink switches"),
    PlatformSheet::new(
        "GB300 NVL72 tray",
        "GB300",
        GpuGeneration::Blackwell,
        4,
        "288 GB HBM3e",
    )
    .nvlink(5, 900, Read, NvlinkScope::Rack(72))
    .pcie(6)
    .nics("ConnectX-8 SuperNIC", (4, 1), 800, Cage::Osfp1600)
    .nics_read()
    .watts(120_000, 140_000, Default)
    .known(2025, &[INFRA_INDEX, NVLINK_MANUAL])
    .note("18 trays a rack; power is of the rack with its NVLink switches"),
    PlatformSheet::new(
        "Vera Rubin NVL72 tray",
        "Rubin",
        GpuGeneration::Blackwell,
        4,
        "288 GB HBM4",
    )
    .nvlink(6, 1800, Read, NvlinkScope::Rack(72))
    .pcie(6)
    .nics("ConnectX-9 SuperNIC", (8, 1), 800, Cage::Osfp1600)
    .nics_read()
    .watts(180_000, 220_000, Read)
    .known(2026, &[RUBIN, RUBIN_RACK])
    .note("also called NVL144, which counts dies; NCCL tables of Blackwell are assumed"),
    PlatformSheet::new(
        "L40S 8-GPU server",
        "L40S",
        GpuGeneration::Ampere,
        8,
        "48 GB GDDR6",
    )
    .nics("ConnectX-7", (4, 1), 200, Cage::Qsfp112)
    .watts(4000, 4000, Default)
    .known(2023, &[FieldKnowledge])
    .note("no NVLink: GPUs meet over PCIe; two to eight NICs are usual"),
];
