/** The one identity provider (decisions.md, section 5); null where there is none. */
export class SsoSettings {
  constructor(
    readonly provider: {
      /** Address of the provider, where its discovery document is found. */
      issuer: string;
      clientID: string;
      clientSecret: string;
    } | null,
    /** Address of this service as browsers reach it. */
    readonly publicUrl: string,
  ) {}
}
