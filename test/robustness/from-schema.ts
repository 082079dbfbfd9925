import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  example?: unknown;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** Records that the specs made beforehand, and those that requests add to them. */
const LOCATIONS = ['demo:1', 'demo:2', 'demo:3', 'demo:4', 'demo:5', 'demo:6'];

/** Arbitraries of the values that a document's schemas describe, naming records that mostly exist. */
export class FromSchema {
  constructor(private readonly schemas: Record<string, Schema>) {}

  /** @param name of the field or parameter: identifiers are known by it */
  value(schema: Schema, name = ''): Arbitrary<unknown> {
    if (schema.$ref) return this.value(this.schemas[schema.$ref.split('/').at(-1)!]!, name);
    const identifier = identifierOf(name);
    if (identifier && !schema.items) return identifier;
    const forms = schema.anyOf ?? schema.oneOf;
    if (forms) return fc.oneof(...forms.map((one) => this.value(one, name)));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (!schema.type && !schema.items && !schema.properties) return fc.jsonValue();
    const types = [schema.type ?? []].flat();
    const any = fc.oneof(...types.map((type) => this.ofType(type, schema, name)));
    return schema.example === undefined
      ? any
      : fc.oneof({ weight: 6, arbitrary: fc.constant(schema.example) }, { weight: 1, arbitrary: any });
  }

  private ofType(type: string, schema: Schema, name: string): Arbitrary<unknown> {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 1_000 });
      case 'number':
        return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000, noNaN: true });
      case 'array':
        return fc.array(this.value(schema.items ?? {}, name.replace(/s$/, '')), { maxLength: 4 });
      case 'object':
        return this.object(schema);
      default:
        return text(schema);
    }
  }

  private object({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.value(schema, name)]));
    return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
  }
}

function identifierOf(name: string): Arbitrary<unknown> | null {
  if (name === 'locationID') return fc.constantFrom(...LOCATIONS);
  if (name === 'languageID') return fc.integer({ min: 1, max: 4 });
  if (name === 'eventID') return fc.constantFrom('1', 'evt_1', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W');
  if (name === 'userID' || name === 'regionID') return fc.integer({ min: 1, max: 15 });
  return ['itemID', 'requestID', 'after'].includes(name) ? fc.integer({ min: 1, max: 80 }) : null;
}

function text({ format, minLength = 0, maxLength = 60 }: Schema): Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true });
  const max = Math.max(minLength, Math.min(maxLength, 60));
  const words = fc.string({ unit: 'grapheme', minLength, maxLength: max });
  const date = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-01-01T00:00:00Z'), noInvalidDate: true });
  return fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: date.map((one) => one.toISOString()) });
}
