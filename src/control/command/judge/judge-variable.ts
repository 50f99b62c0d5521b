import { judgeGitVariable, skipsHooks } from "../git/git-variables.ts";
import type { Finding } from "../program-facts.ts";
import type { Assignment, Word } from "../simple-command.ts";

/** Whether a variable goes to programs, or stays in the shell. */
export type Reach = "programs" | "shell";

/** What speaks against setting a variable; undefined when nothing does. */
export function judgeVariable(assignment: Assignment, reach: Reach): Finding | undefined {
  const { name, value } = assignment;
  if (HARMLESS.has(name) || HARMLESS_KINDS.test(name) || isHarmlessValue(name, value)) return undefined;
  if (skipsHooks(assignment)) {
    return reach === "programs" ? found("deny", "git.skip-hooks", `${name} skips hooks`) : undefined;
  }
  const ofGit = judgeGitVariable(assignment);
  if (ofGit !== undefined) return ofGit;
  if (reach === "shell" && EVERYDAY.has(name)) return undefined;
  if (RUNNING.has(name) || RUNNING_KINDS.test(name)) {
    return found("deny", "variable.runs-program", `${name} lets a program run or load something else`);
  }
  if (/^(?:GIT_|(?:PAGER|EDITOR|VISUAL)$)/.test(name)) return undefined;
  if (reach === "shell" && !STEERING.test(name)) return undefined;
  return found("ask", "variable.unknown", `the variable ${name} is not known to be harmless`);
}

/** Variables that say how a program looks or speaks, and nothing about what it runs. */
const HARMLESS: ReadonlySet<string> = new Set(
  `NODE_ENV CI FORCE_COLOR NO_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TERM COLUMNS LINES DEBUG VERBOSE QUIET LOG_LEVEL LOGLEVEL TZ LANG LANGUAGE PORT
  RUST_LOG RUST_BACKTRACE CARGO_TERM_COLOR CARGO_INCREMENTAL CARGO_NET_OFFLINE GOOS GOARCH GOARM GO111MODULE CGO_ENABLED GOMAXPROCS GOTRACEBACK
  PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONUTF8 PYTHONIOENCODING PYTHONFAULTHANDLER PYTHONOPTIMIZE PY_COLORS
  BABEL_ENV APP_ENV RAILS_ENV RACK_ENV MIX_ENV FLASK_ENV FLASK_DEBUG TEST_ENV ENVIRONMENT VITEST JEST_WORKER_ID UPDATE_SNAPSHOTS TS_NODE_TRANSPILE_ONLY
  SOURCE_DATE_EPOCH DEBIAN_FRONTEND NEXT_TELEMETRY_DISABLED DO_NOT_TRACK DOTNET_CLI_TELEMETRY_OPTOUT HOMEBREW_NO_AUTO_UPDATE MAKELEVEL V
  POSIXLY_CORRECT GREP_COLOR GREP_COLORS LS_COLORS BLOCK_SIZE TIME_STYLE QUOTING_STYLE TEST_TIMEOUT TIMEOUT RETRIES BROWSERSLIST_ENV SKIP_PREFLIGHT_CHECK IFS OPTIND
  PYTEST_DISABLE_PLUGIN_AUTOLOAD COVERAGE PARALLEL JOBS`.split(/\s+/),
);

const HARMLESS_KINDS =
  /^(?:LC_\w+|(?:NODE|PYTHON|PERL|RUBY)_VERSION|(?:npm|NPM)_(?:config|CONFIG)_(?:loglevel|progress|audit|fund|color|update_notifier|yes|LOGLEVEL|PROGRESS|AUDIT|FUND|COLOR|UPDATE_NOTIFIER|YES))$/;

/** Variables that mean nothing bad with these values. */
function isHarmlessValue(name: string, { text, source }: Word): boolean {
  if (text === undefined) return false;
  if (name === "PATH") return text.split(":").every((folder) => SYSTEM_PROGRAMS.test(folder));
  if (name === "HOME") return /^(?:HOME=)?"?\$\{?HOME\}?"?$/.test(source);
  if (/^PS[0-4]$/.test(name)) return PLAIN_PROMPT.test(text);
  if (name === "NODE_OPTIONS") return text.split(/\s+/).every((option) => HARMLESS_NODE.test(option));
  if (name === "SHELL") return /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k)?sh$/.test(text);
  if (/^HOST(?:NAME)?$/.test(name)) return /^(?:localhost|127\.0\.0\.1|::1)$/.test(text);
  if (COMPILERS.test(name))
    return /^(?:ccache )?(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ld|ar)(?:-\d+)?$/.test(text);
  return name === "MAKEFLAGS" && /^-?-?j\s?\d*$/.test(text);
}

/** Where programs of the system are, which every command finds anyway. */
const SYSTEM_PROGRAMS = /^\/(?:usr\/(?:local\/)?)?s?bin$/;

/** A prompt that runs nothing: text, and where a script is. */
const PLAIN_PROMPT = /^(?:[^$`\\]|\$\{?(?:BASH_SOURCE|FUNCNAME|LINENO|SECONDS)(?:\[0\])?\}?)*$/;

const HARMLESS_NODE =
  /^(?:|--max[-_]old[-_]space[-_]size=\d+|--max-semi-space-size=\d+|--no-warnings|--no-deprecation|--trace-[\w-]+|--enable-source-maps|--experimental-vm-modules|--experimental-strip-types|--stack-trace-limit=\d+|--unhandled-rejections=\w+|--throw-deprecation|--pending-deprecation|--dns-result-order=\w+)$/;

const COMPILERS = /^(?:CC|CXX|LD|AR)$/;

/** Variables that make some program start, load or read code of somebody's choice. */
const RUNNING: ReadonlySet<string> = new Set(
  `PATH BASH_ENV ENV PROMPT_COMMAND PS0 PS1 PS4 SHELLOPTS BASHOPTS BASH_ALIASES BASH_CMDS BASH_LOADABLES_PATH SHELL ZDOTDIR FPATH
  NODE_OPTIONS PERL5OPT PERL5DB PERL5SHELL PERLIO_DEBUG RUBYOPT RUBYSHELL PYTHONSTARTUP PYTHONBREAKPOINT PYTHONINSPECT PYTHONWARNINGS PYTEST_ADDOPTS PYTEST_PLUGINS
  JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS SBT_OPTS LUA_INIT PHPRC PHP_INI_SCAN_DIR ERL_AFLAGS ERL_FLAGS ELIXIR_ERL_OPTIONS
  LESSOPEN LESSCLOSE LESS MANPAGER MANOPT FCEDIT BROWSER SYSTEMD_PAGER BAT_PAGER AWS_PAGER GH_PAGER DELTA_PAGER PSQL_PAGER GH_BROWSER GH_EDITOR
  RIPGREP_CONFIG_PATH FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS TAR_OPTIONS ZIPOPT UNZIPOPT TAPE RSYNC_RSH RSYNC_CONNECT_PROG CVS_RSH SVN_SSH SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR
  WGETRC CURL_HOME NETRC OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES GCONV_PATH GLIBC_TUNABLES GCC_EXEC_PREFIX COMPILER_PATH GCC_COMPARE_DEBUG RUSTC RUSTDOC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER
  CARGO_BUILD_RUSTC CARGO_BUILD_RUSTC_WRAPPER GOFLAGS CGO_CFLAGS CGO_LDFLAGS MAKEFILES MAKEFLAGS MFLAGS CMAKE_TOOLCHAIN_FILE CONFIG_SHELL CONFIG_SITE LIBPATH SHLIB_PATH
  TERMINFO_DIRS TERMCAP INPUTRC HGRCPATH HGEDITOR P4CONFIG AWKLIBPATH AWKPATH VIMINIT EXINIT GVIMINIT VIMRUNTIME DOCKER_HOST`.split(
    /\s+/,
  ),
);

/** Those among them that people name their own variables like; nothing goes by these unless they are handed on. */
const EVERYDAY: ReadonlySet<string> = new Set(["ENV", "BROWSER"]);

const RUNNING_KINDS =
  /^(?:LD_\w+|DYLD_\w+|BASH_FUNC_.*|(?:npm|NPM)_(?:config|CONFIG)_(?:script[-_]shell|shell|git|editor|viewer|browser|node[-_]options|prefix|globalconfig|userconfig|SCRIPT_SHELL|SHELL|GIT|EDITOR|NODE_OPTIONS|PREFIX|GLOBALCONFIG|USERCONFIG)|CARGO_TARGET_\w+_(?:RUNNER|LINKER)|COR_\w+|CORECLR_\w+|DOTNET_STARTUP_HOOKS)$/;

/** Variables that the shell itself, or every program, goes by even where nobody exports them again. */
const STEERING =
  /^(?:HOME|CDPATH|GLOBIGNORE|EXECIGNORE|TMPDIR|XDG_\w+|PYTHON\w+|NODE_\w+|PERL\w+|RUBY\w+|\w+_(?:proxy|PROXY))$/;

function found(verdict: Finding["verdict"], rule: string, reason: string): Finding {
  return { verdict, rule, reason };
}
