declare module "subset-font" {
  /** Keeps the characters of `text` in a font, within these axes. @throws when it can't read the font. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: "woff2";
      /** Drops glyphs that only replace a character in some feature of the font. */
      readonly noLayoutClosure: boolean;
      readonly variationAxes: { readonly wght: { readonly min: number; readonly max: number } };
    },
  ): Promise<Buffer>;
}
