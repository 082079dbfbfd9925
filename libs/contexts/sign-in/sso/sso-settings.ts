/** The one identity provider (decisions.md, section 5), or null. */
export class SsoSettings {
  constructor(
    readonly provider: {
      /** URL of the provider, where its discovery document is found. */
      issuer: string;
      clientID: string;
      clientSecret: string;
    } | null,
    /** Public URL of this service, as browsers use it. */
    readonly publicUrl: string,
  ) {}
}
