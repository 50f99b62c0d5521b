import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Describe, named, never, program, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { isOneOf } from "../arguments/word.ts";
import { factsOfMode } from "./mode-of.ts";

const CHMOD = optionTable(
  "-cfvRhHLPEN --changes --silent --quiet --verbose --no-preserve-root!disk.whole-root --preserve-root --reference=read --recursive --dereference --no-dereference --help --version",
);

/** `-w` and `-rwx` are modes that take rights away, though they look like options. */
const chmod: Describe = ({ args }) => {
  const parsed = parseArguments(
    args.filter((word) => !isMode(word)),
    CHMOD,
  );
  const needsMode = !args.some(isMode) && !hasOption(parsed, "--reference");
  const [mode] = needsMode ? parsed.operands : [];
  return allOf(factsOfOptions(parsed), mode === undefined ? {} : factsOfMode(mode), {
    writes: parsed.operands.slice(needsMode ? 1 : 0),
  });
};

function isMode({ text }: Word): boolean {
  return text !== undefined && /^-[rwxXst0-7]+$/.test(text);
}

/** Programs that say who may do what with files, and those that change disks. */
export const OWNERS: Programs = {
  ...named("chmod gchmod", chmod),
  ...named(
    "chown chgrp",
    programWith(
      "-cfvhRHLP --changes --silent --quiet --verbose --dereference --no-dereference --from= --no-preserve-root!disk.whole-root --preserve-root --reference=read --recursive",
      (args) =>
        allOf(found("mode.owner"), {
          writes: hasOption(args, "--reference") ? args.operands : args.operands.slice(1),
        }),
    ),
  ),
  mkdir: programWith("-pvZ -m,--mode= --context[=] --parents --verbose", (args) =>
    allOf(...valuesOf(args, "-m").map(factsOfMode), { writes: args.operands }),
  ),
  mknod: never("disk.format"),
  setfacl: ({ args }) =>
    allOf(
      found("mode.attributes"),
      args.some(({ text }) => /(?:^|,|-m)o(?:ther)?:[^,]*w/.test(text ?? "")) ? found("mode.world") : {},
      placesAmong(args),
    ),
  ...named("chattr xattr setfattr chflags", ({ args }) => allOf(found("mode.attributes"), placesAmong(args))),
  ...named("setcap capsh setpriv", never("privilege.sudo")),
  getcap: program("-rvn", ["read*"]),
  ...named(
    "fdisk sfdisk cfdisk gdisk sgdisk parted partprobe wipefs blkdiscard swapon swapoff mkswap losetup cryptsetup dmsetup pvcreate vgcreate lvcreate pvremove vgremove lvremove mdadm hdparm e2fsck fsck tune2fs resize2fs debugfs umount fstrim badblocks nvme zpool zfs btrfs mke2fs newfs format",
    never("disk.format"),
  ),
  diskutil: ({ args: [verb] }) => (isOneOf(verb, "list", "info") ? {} : found("disk.format")),
  mount: ({ args }) =>
    args.every(({ text }) => /^-(?:l|V|h)$|^--(?:version|help|show-labels)$/.test(text ?? ""))
      ? {}
      : found("disk.format"),
};

/** Options of these programs that take a value are few and harmless to take for places. */
function placesAmong(args: readonly Word[]): ProgramFacts {
  return { writes: args.filter(({ text }) => text === undefined || /^[^-+=]/.test(text)) };
}
