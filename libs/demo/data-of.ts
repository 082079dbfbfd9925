/** An answer of the client's operation. */
interface Answer<Data> {
  data?: Data;
  error?: unknown;
  request?: Request;
  response?: Response;
}

/** The data of an answer. @throws Error with the code and detail of the problem document */
export async function dataOf<Data>(answering: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, request, response } = await answering;
  if (!response || !request) throw error;
  if (!response.ok) {
    const { code, detail } = error as { code: string; detail: string };
    throw new Error(`${request.method} ${new URL(request.url).pathname}: ${response.status} ${code}. ${detail}`);
  }
  return data as NonNullable<Data>;
}
