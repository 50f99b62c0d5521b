import type { ShellExecResult } from "../../../kernel/index.ts";
import { type CommandPart, programOf, splitCommand } from "./split-command.ts";

/** What would serve the caller better next time, as sentences. */
export function advise(command: string, ended: ShellExecResult): readonly string[] {
  const { leftRunning = 0, survivors = 0 } = ended;
  const parts = splitCommand(command) ?? [];
  return [
    ...(survivors > 0 ? [`${survivors} of its processes could not be ended and may still run.`] : []),
    ...(leftRunning > survivors ? [leftBehind(leftRunning - survivors)] : []),
    ...parts.filter(runsOn).slice(0, 1).map(serverAdvice),
    ...(isLongSleep(parts) ? [SLEEP_ADVICE] : []),
    ...(isLoneCd(parts) ? [CD_ADVICE] : []),
  ];
}

function leftBehind(count: number): string {
  const who = count === 1 ? "1 background process was" : `${count} background processes were`;
  return `${who} still running and had to end with the command; use process for what is to go on.`;
}

function serverAdvice(part: CommandPart): string {
  const shown = part.words.join(" ").slice(0, 60);
  return `"${shown}" does not end by itself; start it with process, which keeps it running and shows its output.`;
}

const SLEEP_ADVICE = "Rather than sleeping, start what you wait for with process and poll it.";
const CD_ADVICE = "cd lasts no longer than its command; give cwd, or write cd DIR && COMMAND.";

const LONG_SLEEP_SECONDS = 5;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function isLongSleep(parts: readonly CommandPart[]): boolean {
  const [only, ...others] = parts;
  if (only === undefined || others.length > 0 || programOf(only) !== "sleep") return false;
  const seconds = only.words.slice(1).map((word) => {
    const [, amount, unit = ""] = /^([\d.]+|inf(?:inity)?)([smhd]?)$/.exec(word) ?? [];
    return amount?.startsWith("inf") ? Number.POSITIVE_INFINITY : Number(amount ?? 0) * (UNITS[unit] ?? 1);
  });
  return seconds.reduce((sum, each) => sum + each, 0) > LONG_SLEEP_SECONDS;
}

function isLoneCd(parts: readonly CommandPart[]): boolean {
  const [only, ...others] = parts;
  return only !== undefined && others.length === 0 && programOf(only) === "cd";
}

/** Commands that serve or watch until somebody ends them, as they are usually written. */
const ENDLESS: readonly RegExp[] = [
  /^(?:npm|pnpm|yarn|bun|deno)(?: run| task)? (?:dev|start|serve|watch|preview|storybook)(?::\S+)?\b/,
  /^(?:npx |bunx |pnpm dlx |yarn )?(?:vite(?: dev| serve| preview)?(?: -.*)?$|(?:next|nuxt|astro|remix|svelte-kit) (?:dev|start|preview))/,
  /^(?:npx )?(?:nodemon|http-server|live-server|serve|json-server|webpack-dev-server|browser-sync start|ng serve|webpack serve|parcel(?! build))\b/,
  /^python[\d.]* (?:-\w+ )*-m (?:http\.server|SimpleHTTPServer|flask run|uvicorn|gunicorn)\b/,
  /^(?:python[\d.]* )?(?:\S*\/)?manage\.py runserver\b/,
  /^(?:flask run|uvicorn|gunicorn|hypercorn|daphne|celery .*\bworker|jupyter (?:notebook|lab)|mkdocs serve|streamlit run)\b/,
  /^(?:rails s(?:erver)?|bundle exec (?:rails s|puma|jekyll serve)|jekyll serve|hugo server|php -S|php artisan serve|air|caddy run)\b/,
  /^(?:redis-server|postgres|mongod|mysqld|nginx -g|etcd|minio server)\b(?!.*--daemonize)/,
  /^(?:tail (?:.* )?(?:-\w*[fF]\w*|--follow\S*)|journalctl (?:.* )?(?:-\w*f\w*|--follow)|watch|inotifywait (?:.* )?-\w*m|top(?! .*-b)|htop)\b/,
  /^(?:docker|podman)(?:-compose| compose)? (?:.* )?up\b(?!.* (?:-d|--detach)\b)/,
  /^(?:docker|podman|kubectl)(?:-compose| compose)? (?:.* )?logs (?:.* )?(?:-\w*f\w*|--follow)\b|^kubectl port-forward\b/,
  /^(?:npx )?(?:tsc|jest|vitest|webpack|rollup|esbuild|tailwindcss|sass|mocha|cargo|go|gulp|node)\b.* (?:--watch(?:All)?|-w)(?:=|\s|$)(?!false)|^(?:cargo|gulp) watch\b/,
];

/** What is sent to the background or given a time limit does not block. */
function runsOn(part: CommandPart): boolean {
  if (part.next === "&") return false;
  const line = [programOf(part), ...part.words.slice(1)].join(" ");
  return ENDLESS.some((pattern) => pattern.test(line));
}
