import { shortAccountId } from "@chartrelay/contract";

/** Shortens an identifier to its end, for use in a sentence: no line break after its dots. */
export const shortId = (id: string): string => shortAccountId(id).replace("…", "…\u2060");
