/** The function by which `pg` prepares its own parameters; exported by the package, but not typed. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
