/** A call to a provider. */
export interface ProviderCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the provider's address, with its query; or a whole address that the provider gave. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form, as Stripe and OAuth have it. */
  form?: Readonly<Record<string, string>>;
  /** Whether doing it twice does no more than once: it is repeated, at most three times, while there is time. */
  isHarmless?: boolean;
  /** Bytes of the answer at most; 8 MiB. */
  most?: number;
}

/** The answer of a provider, of 2xx. */
export interface ProviderAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}
