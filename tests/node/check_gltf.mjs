// Holds an exported glTF file against Khronos' validator: no error, no warning, and an animation.
//
// usage: node check_gltf.mjs RUN.glb

import { readFile } from "node:fs/promises";
import validator from "gltf-validator";

const path = process.argv[2];
const bytes = new Uint8Array(await readFile(path));
const report = await validator.validateBytes(bytes, { uri: path, maxIssues: 20 });
const { numErrors, numWarnings, messages } = report.issues;
for (const { code, message, pointer } of messages) console.log(`${code} at ${pointer}: ${message}`);
const { animationCount, drawCallCount, totalTriangleCount } = report.info;
console.log(`${animationCount} animation, ${drawCallCount} meshes drawn, ${totalTriangleCount} triangles`);
const sound = numErrors === 0 && numWarnings === 0 && animationCount === 1 && totalTriangleCount > 0;
process.exit(sound ? 0 : 1);
