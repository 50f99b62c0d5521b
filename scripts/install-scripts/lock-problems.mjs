/**
 * @typedef {{ readonly hasInstallScript?: boolean, readonly resolved?: string, readonly link?: boolean }} LockedPackage
 * @typedef {{ readonly scripts?: Readonly<Record<string, string>>, readonly gypfile?: boolean }} Manifest
 */

/**
 * What must not be in a lock file: packages that run code when they are installed, and the address of a registry.
 * @param {Readonly<Record<string, LockedPackage>>} packages `packages` of package-lock.json, by folder
 * @param {(folder: string) => Manifest | undefined} manifestOf the installed package.json, if it is installed
 * @returns {string[]}
 */
export function lockProblems(packages, manifestOf) {
  const dependencies = Object.entries(packages).filter(([folder]) => folder !== "");
  return dependencies.flatMap(([folder, locked]) => [
    ...installScripts(locked, manifestOf(folder)).map(
      (script) => `${folder} runs a script on install: ${script}`,
    ),
    ...(isAddress(locked.resolved) ? [`${folder} names a registry: ${locked.resolved}`] : []),
  ]);
}

/**
 * @param {LockedPackage} locked
 * @param {Manifest | undefined} manifest
 */
function installScripts(locked, manifest) {
  const scripts = Object.entries(manifest?.scripts ?? {}).filter(([name]) => INSTALL_SCRIPTS.has(name));
  if (scripts.length > 0) return scripts.map(([name, command]) => `${name}: ${command}`);
  if (manifest?.gypfile) return ["node-gyp rebuild"];
  return locked.hasInstallScript ? ["marked in the lock file"] : [];
}

/** @param {string | undefined} resolved */
function isAddress(resolved) {
  return resolved !== undefined && /^[a-z+]+:\/\//i.test(resolved);
}

const INSTALL_SCRIPTS = new Set(["preinstall", "install", "postinstall"]);
