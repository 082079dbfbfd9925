/** What `pg` prepares its own parameters with; it is exported by the package, but not typed. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
