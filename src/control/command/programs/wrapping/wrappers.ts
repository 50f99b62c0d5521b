import { named, programWith, type Programs, wrapper } from "../arguments/describe.ts";
import { found } from "../arguments/facts.ts";
import { hasOption, valuesOf } from "../arguments/parse-arguments.ts";
import { env } from "./env.ts";
import { flock, parallel, recorder, watch } from "./script-wrappers.ts";

const PRLIMIT_LIMITS =
  "-c,--core[=] -d,--data[=] -e,--nice[=] -f,--fsize[=] -i,--sigpending[=] -l,--memlock[=] -m,--rss[=] -n,--nofile[=] -q,--msgqueue[=] -r,--rtprio[=] -s,--stack[=] -t,--cpu[=] -u,--nproc[=] -v,--as[=] -x,--locks[=] -y,--rttime[=]";

const STRACE = wrapper(
  "-cCdfFhiknqrtTvVwxyYzZ -aeIbOPsSuUX= -p,--attach!process.attach= -o,--output=write --follow-forks --trace= --summary-only --status=",
  0,
  (args) =>
    valuesOf(args, "-o").some(({ text }) => text === undefined || /^[|!]/.test(text))
      ? found("program.hidden")
      : {},
);

/** Programs that run the rest of their words in some other circumstances. */
export const WRAPPERS: Programs = {
  timeout: wrapper("--preserve-status --foreground -k,--kill-after= -s,--signal= -v,--verbose", 1),
  gtimeout: wrapper("--preserve-status --foreground -k,--kill-after= -s,--signal= -v,--verbose", 1),
  nice: wrapper("-# -n,--adjustment="),
  ionice: wrapper("-t,--ignore -c,--class= -n,--classdata= -p,--pid= -P,--pgid= -u,--uid="),
  ...named(
    "nohup chronic unbuffer fakeroot catchsegv eatmydata caffeinate linux32 linux64 i386 x86_64",
    wrapper("-dimsup -R -v -t="),
  ),
  setsid: wrapper("-cfw --ctty --fork --wait"),
  time: wrapper("-apqv -f,--format= -o,--output=write --append --portability --verbose --quiet"),
  stdbuf: wrapper("-i,--input= -o,--output= -e,--error="),
  chrt: wrapper(
    "-abdfiomprRv -T,--sched-runtime= -P= -D= --all-tasks --batch --fifo --idle --other --rr --verbose",
    1,
  ),
  taskset: wrapper("-ac -p --all-tasks --cpu-list --pid", 1),
  numactl: wrapper(
    "-HsSla -i,--interleave= -N,--cpunodebind= -C,--physcpubind= -m,--membind= -p,--preferred= --all --hardware --show --localalloc",
  ),
  setarch: wrapper("-R3BFILSTXZhv --addr-no-randomize", 1),
  prlimit: wrapper(
    "-a,--all -p,--pid!process.attach= -o,--output= --noheadings --raw --verbose " + PRLIMIT_LIMITS,
  ),
  cpulimit: wrapper("-bfikrvz -l,--limit= -p!process.attach= -e= -P="),
  flock,
  strace: STRACE,
  ltrace: STRACE,
  valgrind: wrapper(
    "-q -v --tool= --leak-check= --log-file=write --error-exitcode= --show-leak-kinds= --track-origins= --suppressions=read --num-callers= --trace-children= --xml= --xml-file=write",
  ),
  faketime: wrapper("-fmp --exclude-monotonic", 1),
  ...named(
    "xvfb-run dbus-run-session",
    wrapper("-ael -n= -s,--server-args= -w= --auto-servernum --error-file=write --server-num="),
  ),
  ...named("cross-env cross-env-shell", env),
  watch,
  hyperfine: programWith(
    "-Ni -w,--warmup= -m,--min-runs= -M,--max-runs= -r,--runs= -s,--setup=script -p,--prepare=script -c,--cleanup=script -S,--shell!arguments.unknown= -u= --export-json=write --export-markdown=write --export-csv=write -L,--parameter-list=text,text --ignore-failure --style= --show-output",
    ({ operands }) => ({
      runs: operands.map((text) => ({ kind: "script", text })),
    }),
  ),
  entr: wrapper("-acdnprsxz", 0, (args) =>
    hasOption(args, "-s")
      ? { runs: args.operands.slice(0, 1).map((text) => ({ kind: "script", text })) }
      : {},
  ),
  script: recorder,
  ...named("busybox toybox", wrapper("--list --list-full --install!code.shadow -s")),
  "ld.so": wrapper(
    "--library-path!code.library= --preload!code.library= --audit!code.library= --inhibit-cache --list --verify --argv0= --inhibit-rpath= --glibc-hwcaps-prepend= --glibc-hwcaps-mask=",
  ),
  env,
  genv: env,
  parallel,
  ...named("sem", wrapper("-j= --id= --wait --fg")),
};
