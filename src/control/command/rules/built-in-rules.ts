import type { CommandRule } from "./command-rule.ts";

/** What is never run, whatever the program that runs it; places and git have their own rules. */
export const BUILT_IN_RULES: readonly CommandRule[] = [
  {
    name: "never.privileges",
    match: {
      program:
        "sudo sudoedit su doas pkexec runuser run0 gosu su-exec please kdesudo gksudo setpriv capsh newgrp sg".split(
          " ",
        ),
    },
    verdict: "deny",
    reason: "it gains the rights of another user",
    examples: {
      matches: ["sudo ls", "env FOO=1 /usr/bin/sudo -E bash -", "echo x | xargs sudo rm"],
      not: ["echo sudo", "grep -rn sudo docs"],
    },
  },
  {
    name: "never.disks",
    match: {
      program: [
        "mkfs",
        "mkfs.ext4",
        "mkfs.xfs",
        "mkfs.btrfs",
        "mkfs.vfat",
        "mkswap",
        "wipefs",
        "fdisk",
        "sfdisk",
        "parted",
        "blkdiscard",
      ],
    },
    verdict: "deny",
    reason: "it overwrites a disk",
    examples: { matches: ["mkfs.ext4 /dev/sda1", "wipefs -a /dev/sda"], not: ["ls mkfs.ext4"] },
  },
  {
    name: "never.world-writable",
    match: { program: "chmod", has: ["*777"] },
    verdict: "deny",
    reason: "it lets everybody on the machine write",
    examples: {
      matches: ["chmod 777 x", "chmod -R 0777 .", "find . -exec chmod 1777 {} +"],
      not: ["chmod 755 x"],
    },
  },
];
