// Builds the bundle into a temporary folder and holds it against the committed one, byte for byte.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const committed = path.resolve(root, '../crates/planetfall-view/bundle');
const fresh = mkdtempSync(path.join(tmpdir(), 'planetfall-bundle-'));

/** Contents by name, relative to the folder. */
function files(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name))]));
}

try {
  execFileSync(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build',
    '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  const [before, after] = [files(committed), files(fresh)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const different = names.filter((name) => {
    const [a, b] = [before.get(name), after.get(name)];
    return a === undefined || b === undefined || !a.equals(b);
  });
  if (different.length > 0) {
    console.error(`The committed bundle is not what its source gives: ${different.join(', ')}.`);
    console.error('Run `npm run build` in viewer/ and commit crates/planetfall-view/bundle.');
    process.exitCode = 1;
  } else {
    console.log(`${names.length} files of the bundle are what their source gives`);
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
