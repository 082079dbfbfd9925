import { OnlineMigration } from '#platform/database';

/**
 * Addresses stored as a SHA-256 of 32 bytes, which trying all addresses undoes, become bytes that no address has: whoever signed in from
 * them signs in as from a new place once. Keyed hashes have 16 bytes.
 */
export class KeyedAddresses extends OnlineMigration {
  override up(): void {
    this.backfill({
      table: 'known_addresses',
      set: "address = decode(md5(random()::text), 'hex')",
      where: 'octet_length(address) = 32',
    });
  }
}
