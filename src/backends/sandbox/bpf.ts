/** One instruction of the kernel's packet filter machine. */
export interface Instruction {
  readonly code: number;
  /** How many instructions to skip when a comparison holds, and when it does not. */
  readonly yes: number;
  readonly no: number;
  readonly value: number;
}

const LOAD = 0x20;
const AND = 0x54;
const RETURN = 0x06;
const JUMP_IF = { equal: 0x15, atLeast: 0x35, anyBit: 0x45 } as const;

const ALLOWED = 0x7fff_0000;
const FAILED = 0x0005_0000;
const KILLED = 0x8000_0000;

/** What a filter is shown of a call: its number, the machine it is for, and six arguments of 64 bits, lower half first. */
const NUMBER_AT = 0;
const MACHINE_AT = 4;
const ARGUMENTS_AT = 16;

export const loadNumber = load(NUMBER_AT);
export const loadMachine = load(MACHINE_AT);
/** The lower half, which is all that the kernel looks at where a filter asks. */
export const loadArgument = (index: number): Instruction => load(ARGUMENTS_AT + 8 * index);
export const keepBits = (mask: number): Instruction => ({ code: AND, yes: 0, no: 0, value: mask });
export const allow = end(ALLOWED);
export const kill = end(KILLED);
export const fail = (errno: number): Instruction => end(FAILED | errno);

/** Compares what was loaded; the jumps count the instructions that are skipped. */
export function compare(how: keyof typeof JUMP_IF, value: number, yes: number, no: number): Instruction {
  return { code: JUMP_IF[how], yes, no, value };
}

/** A filter as the kernel takes it. */
export function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, instruction] of program.entries()) {
    bytes.writeUInt16LE(instruction.code, at * 8);
    bytes.writeUInt8(instruction.yes, at * 8 + 2);
    bytes.writeUInt8(instruction.no, at * 8 + 3);
    bytes.writeUInt32LE(instruction.value >>> 0, at * 8 + 4);
  }
  return bytes;
}

function load(offset: number): Instruction {
  return { code: LOAD, yes: 0, no: 0, value: offset };
}

function end(value: number): Instruction {
  return { code: RETURN, yes: 0, no: 0, value };
}
