/** The token of an `Authorization` header; the scheme is case-insensitive (RFC 9110, 11.1). */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
