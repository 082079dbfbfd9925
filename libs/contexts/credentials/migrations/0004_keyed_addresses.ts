import { Migration } from '@mikro-orm/migrations';

/** Forgets addresses stored as a SHA-256 of 32 bytes, which trying all addresses undoes; keyed hashes have 16. */
export class KeyedAddresses extends Migration {
  override up(): void {
    this.addSql('delete from known_addresses where octet_length(address) = 32');
  }
}
