/** The user and password of an address as Basic authentication; null where it has neither. */
export function basicAuthorization({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

/** A percent sign that encodes nothing is one of the password, as in `50%off`. */
function decoded(part: string): string {
  return part.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
