// npm run bench [-- <name> …]: each benchmark is a file in this folder and prints a table; without a name it runs `items`.
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : ['items']) await import(`./${name}.mjs`);
