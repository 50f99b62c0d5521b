import { globExpression } from "./glob-expression.ts";

/** The commonest of ripgrep's file types, by the names they cover. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  c: "*.{c,h,H,c.in,h.in,H.in,cats}",
  clojure: "*.{clj,cljc,cljs,cljx}",
  cmake: "{*.cmake,CMakeLists.txt}",
  config: "*.{cfg,conf,config,ini}",
  cpp: "*.{C,h,H,C.in,h.in,H.in,cpp,hpp,cpp.in,hpp.in,cxx,hxx,cxx.in,hxx.in,cc,cc.in,hh,hh.in,inl}",
  cs: "*.cs",
  csharp: "*.cs",
  css: "*.{css,scss}",
  csv: "*.csv",
  dart: "*.dart",
  docker: "*Dockerfile*",
  elixir: "*.{eex,ex,exs,heex,leex,livemd}",
  go: "*.go",
  graphql: "*.{graphql,graphqls}",
  html: "*.{ejs,htm,html}",
  java: "*.{java,jsp,jspx,properties}",
  js: "*.{cjs,js,jsx,mjs,vue}",
  json: "{*.json,*.sarif,composer.lock}",
  jsonl: "*.jsonl",
  kotlin: "*.{kt,kts}",
  less: "*.less",
  log: "*.log",
  lua: "*.lua",
  markdown: "*.{markdown,md,mdown,mdwn,mdx,mkd,mkdn}",
  md: "*.{markdown,md,mdown,mdwn,mdx,mkd,mkdn}",
  php: "*.{php,php3,php4,php5,php7,php8,pht,phtml}",
  protobuf: "*.proto",
  py: "*.{py,pyi}",
  python: "*.{py,pyi}",
  ruby: "{*.gemspec,*.rake,*.rb,*.rbw,.irbrc,Gemfile,Rakefile,config.ru}",
  rust: "*.rs",
  scala: "*.{sbt,scala}",
  sql: "*.{psql,sql}",
  svelte: "*.{svelte,svelte.ts}",
  swift: "*.swift",
  toml: "{*.toml,Cargo.lock}",
  ts: "*.{cts,mts,ts,tsx}",
  txt: "*.txt",
  typescript: "*.{cts,mts,ts,tsx}",
  vue: "*.vue",
  xml: "*.{dtd,rng,sch,xhtml,xjb,xml,xml.dist,xsd,xsl,xslt}",
  yaml: "*.{yaml,yml}",
  zig: "*.zig",
};

/** The names of the file types that a scan knows. */
export const KNOWN_TYPES: readonly string[] = Object.keys(FILE_TYPES);

/** Makes a filter of file names by type; undefined when one of the types is not known here. */
export function createTypeFilter(types: readonly string[] = []): ((name: string) => boolean) | undefined {
  if (types.some((type) => !Object.hasOwn(FILE_TYPES, type))) return undefined;
  if (types.length === 0) return () => true;
  const expressions = types.map((type) => globExpression(FILE_TYPES[type] ?? ""));
  return (name) => expressions.some((expression) => expression.test(name));
}
