/**
 * Returns the forms in which a text may contain a secret: plain, hexadecimal, percent-encoded, and base64 in either
 * alphabet at any of the three possible byte offsets.
 */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const encoded = [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    // Letters at the edges also hold bits of neighboring bytes.
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor((shifted.length * 8) / 6);
    return (["base64", "base64url"] as const).map((form) => shifted.toString(form).slice(start, end));
  });
  return [
    ...new Set([
      secret,
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
      encodeURIComponent(secret),
      ...encoded,
    ]),
  ];
}

/** Returns the secrets that a text contains, in whatever form. */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
}
