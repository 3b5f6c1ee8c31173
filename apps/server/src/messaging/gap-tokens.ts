/** What the buttons below the message about a gap send back: the choice, and the signal that showed the gap. */
import { parse, stringify } from "uuid";
import type { KeyRing } from "../platform/security/key-ring.ts";
import { createSigner } from "./cancel-tokens.ts";

/** What a trader may do about missing signals: go to TradingView's position, leave it, or close what the strategy holds. */
export const GAP_CHOICES = ["catchUp", "ignore", "flatten"] as const;
export type GapChoice = (typeof GAP_CHOICES)[number];

const SHAPE = /^gap:([0-2]):([\w-]{22}):([\w-]{22})$/;

export interface GapTokens {
  /** Returns the token for a choice; at most 64 bytes. */
  write(choice: GapChoice, signalId: string): string;
  /** Returns what a token names; undefined if we didn't make it, or it isn't such a token. */
  read(token: string): { readonly choice: GapChoice; readonly signalId: string } | undefined;
}

export function createGapTokens(keyRing: KeyRing): GapTokens {
  const signer = createSigner(keyRing, "telegram gap buttons");
  return {
    write(choice, signalId) {
      const named = `${GAP_CHOICES.indexOf(choice)}:${Buffer.from(parse(signalId)).toString("base64url")}`;
      return `gap:${named}:${signer.sign(named)}`;
    },
    read(token) {
      const [, number = "", id = "", code = ""] = SHAPE.exec(token) ?? [];
      const choice = GAP_CHOICES[Number(number)];
      if (id === "" || choice === undefined || !signer.isOurs(`${number}:${id}`, code)) return undefined;
      return { choice, signalId: stringify(Buffer.from(id, "base64url")) };
    },
  };
}
