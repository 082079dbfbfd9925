// npm run bench [-- <name> …]: each benchmark is a file in this folder and prints a table; without a name the main ones run.
const MAIN = ['items', 'desk', 'listings', 'memory', 'deliveries', 'neighbours'];
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : MAIN) await import(`./${name}.mjs`);
