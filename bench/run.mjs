// npm run bench [-- <name> …]: each benchmark is a file of this folder and prints a table; without a name `items` runs.
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : ['items']) await import(`./${name}.mjs`);
