/** What an operation answers: the record type is found in its `data`. */
type Answered = Promise<{ data?: unknown; error?: unknown; response?: Response }>;
// biome-ignore lint/suspicious/noExplicitAny: the options of an operation are its own
type Listing = (options?: any) => Answered;

type DataOf<Operation extends Listing> = NonNullable<Awaited<ReturnType<Operation>>['data']>;
type RecordIn<Data> = Data extends readonly (infer Element)[]
  ? Element
  : { [Name in keyof Data]: Data[Name] extends readonly (infer Element)[] ? Element : never }[keyof Data];
type RecordOf<Operation extends Listing> = RecordIn<DataOf<Operation>>;

/**
 * Every record of a listing, page after page, by the address that each page names as the next: nothing is left out or comes twice while
 * others add records.
 * @throws the problem document of a page that fails
 */
export async function* paginate<Operation extends Listing>(
  operation: Operation,
  options: Parameters<Operation>[0],
): AsyncGenerator<RecordOf<Operation>, void, undefined> {
  const asked = (options as { query?: object } | undefined)?.query;
  let query: object | null = { limit: 100, ...asked };
  while (query) {
    const { data, error, response } = await operation({ ...options, query });
    if (error !== undefined || data === undefined) throw error ?? new Error('The listing has no body.');
    yield* recordsIn(data) as RecordOf<Operation>[];
    query = nextIn(response?.headers.get('Link') ?? '');
  }
}

/** The list itself, or the one in its envelope. */
function recordsIn(data: unknown): unknown[] {
  const list = [data, ...Object.values(data as object)].find(Array.isArray);
  return list ?? [];
}

/** The query of the next page; null on the last one. */
function nextIn(link: string): Record<string, string | string[]> | null {
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(link) ?? [];
  if (address === undefined) return null;
  const { searchParams } = new URL(address, 'http://service');
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}
