import { Logger } from '@nestjs/common';
import { type Money, readMoney } from '#platform/kernel';
import { LastingFailure } from './provider-failed.js';

/**
 * The rows of a list as they are read: one that is not what it has to be is left out, and never spoils the others.
 * @param say is told of the first that is left out; it is logged by default
 * @throws LastingFailure where several are there, and none can be read
 */
export function fitting<T>(rows: readonly Answer[], read: (row: Answer) => T, say: (odd: LastingFailure) => void = logged): T[] {
  const odd: LastingFailure[] = [];
  const fit = rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof LastingFailure)) throw error;
      odd.push(error);
      return [];
    }
  });
  if (odd.length > 1 && fit.length === 0) throw odd[0];
  if (odd[0]) say(odd[0]);
  return fit;
}

const logged = ({ message }: LastingFailure) => log.warn({ msg: `A row was left out: ${message}` });

const log = new Logger('Connections');

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/;
/** Seconds of the year 5138, and milliseconds of 1973. */
const SECONDS = 1e11;
/** Years have four digits. */
const END_OF_TIME = Date.UTC(10_000, 0);

/**
 * A value of a provider's answer, which is judged as far as it is used: what is not what it has to be is named by its path, and never makes
 * an error of ours.
 */
export class Answer {
  constructor(
    private readonly provider: string,
    readonly value: unknown,
    private readonly path = '',
  ) {}

  /** A field of an object. */
  at(name: string): Answer {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.unfit('an object');
    const field = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return new Answer(this.provider, field, this.path === '' ? name : `${this.path}.${name}`);
  }

  /** Whether it is neither absent nor null. */
  get isThere(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** An identifier, or null where it is not there or empty. */
  name(): string | null {
    return this.isThere && this.value !== '' ? this.identifier() : null;
  }

  /** Itself read, or null where it is not there. */
  optional<T>(read: (answer: Answer) => T): T | null {
    return this.isThere ? read(this) : null;
  }

  /** A text as PostgreSQL can keep it: one odd name among thousands is no failure. */
  text(): string {
    if (typeof this.value !== 'string') throw this.unfit('a text');
    return this.value.toWellFormed().replaceAll('\0', ' ');
  }

  /** A text to the letter, or a number as one: identifiers are either. */
  identifier(): string {
    if (typeof this.value === 'number' && Number.isSafeInteger(this.value)) return String(this.value);
    const text = this.text();
    if (text === '' || text !== this.value) throw this.unfit('an identifier');
    return text;
  }

  integer(): number {
    const number = this.written();
    if (!Number.isSafeInteger(number)) throw this.unfit('a whole number');
    return number as number;
  }

  number(): number {
    const number = this.written();
    if (typeof number !== 'number') throw this.unfit('a number');
    return number;
  }

  /** Some programs write numbers as texts: `"3600"`. */
  private written(): unknown {
    const { value } = this;
    return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : value;
  }

  flag(): boolean {
    if (typeof this.value !== 'boolean') throw this.unfit('true or false');
    return this.value;
  }

  /** A text without a zone is UTC. A number is seconds, or milliseconds, which are no number of seconds that a service lives to see. */
  moment(): Date {
    const number = this.written();
    const at = new Date(
      typeof number === 'number' ? number * (number < SECONDS ? 1_000 : 1) : this.text().replace(WITHOUT_ZONE, '$&Z'),
    );
    if (!(at.getTime() >= 0 && at.getTime() < END_OF_TIME)) throw this.unfit('a time');
    return at;
  }

  /** A bare date; of a moment, as it is written, its date. */
  date(): string {
    const date = this.text().slice(0, 10);
    const at = Date.parse(date);
    if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date) throw this.unfit('a date');
    return date;
  }

  /** An amount that is written, `"9.90"` or `9.9`, in a currency. */
  money(currency: Answer): Money {
    const written = typeof this.value === 'number' ? String(this.value) : this.text();
    const money = readMoney(written, currency.text());
    if (money === null) throw this.unfit('an amount of money');
    return money;
  }

  /** The code of a currency, in capitals. */
  currency(): string {
    const code = this.text().toUpperCase();
    if (readMoney('0', code) === null) throw this.unfit('a currency');
    return code;
  }

  list(): Answer[] {
    if (!Array.isArray(this.value)) throw this.unfit('a list');
    return this.value.map((element, index) => new Answer(this.provider, element, `${this.path}.${index}`));
  }

  /** The first of a list. */
  first(): Answer {
    const [first] = this.list();
    if (!first) throw this.unfit('a list with something in it');
    return first;
  }

  private unfit(what: string): LastingFailure {
    return new LastingFailure(`${this.provider} answered with something else than expected: ${this.path || 'it'} is not ${what}`);
  }
}
