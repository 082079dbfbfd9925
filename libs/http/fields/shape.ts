import type { FieldCode, FieldError } from '#kernel';

/** Collects what is wrong with one request, at most one error for each field and 100 in all. */
export class Faults {
  readonly list: FieldError[] = [];
  private readonly seen = new Set<string>();

  /** Adds an error; a field that already has one keeps the first. */
  add(field: string, code: FieldCode, message: string): void {
    if (this.list.length >= 100 || this.seen.has(field)) return;
    this.seen.add(field);
    this.list.push({ field, code, message });
  }

  has(field: string): boolean {
    return this.seen.has(field);
  }
}

/** Turns a raw value into the field's value, or adds to the faults and returns undefined. */
export type Reader = (raw: unknown, path: string, faults: Faults) => unknown;

/** One field of a request class. */
export interface Field {
  name: string;
  required: boolean;
  nullable: boolean;
  /** Value of an absent field. */
  fallback: unknown;
  read: Reader;
}

/** What a rule over several fields may do; paths are relative to the object that carries the rule. */
export interface Check {
  refuse(path: string, code: FieldCode, message: string): void;
  /** Whether the field is already known to be wrong (it is undefined then). */
  wrong(path: string): boolean;
}

export type Rule = (value: never, check: Check) => void;

export interface Shape {
  fields: Field[];
  names: Set<string>;
  rules: Rule[];
}

export type RequestClass<T = object> = abstract new () => T;

interface Own {
  fields: Map<string, Field>;
  rules: Rule[];
  compiled?: Shape;
}

const owned = new WeakMap<object, Own>();

function own(prototype: object): Own {
  let entry = owned.get(prototype);
  if (!entry) {
    entry = { fields: new Map(), rules: [] };
    owned.set(prototype, entry);
  }
  return entry;
}

export function addField(prototype: object, field: Field): void {
  own(prototype).fields.set(field.name, field);
}

export function addRule(prototype: object, rule: Rule): void {
  own(prototype).rules.push(rule);
}

/** The fields of a request class, inherited ones included; null for a class without any. */
export function shapeOf(type: { prototype: object }): Shape | null {
  const entry = own(type.prototype);
  if (entry.compiled) return entry.compiled;
  const fields = new Map<string, Field>();
  const rules: Rule[] = [];
  const chain: object[] = [];
  for (let at: object | null = type.prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) chain.unshift(at);
  for (const prototype of chain) {
    for (const field of owned.get(prototype)?.fields.values() ?? []) fields.set(field.name, field);
    rules.push(...(owned.get(prototype)?.rules ?? []));
  }
  if (fields.size === 0) return null;
  entry.compiled = { fields: [...fields.values()], names: new Set(fields.keys()), rules };
  return entry.compiled;
}
