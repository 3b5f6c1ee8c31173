/** What the buttons of the kill switch send back: the conversation, its step, and what was chosen there. */
import { parse, stringify } from "uuid";
import type { KeyRing } from "../platform/security/key-ring.ts";
import { createSigner } from "./cancel-tokens.ts";

/** The steps of the conversation in which a button is pressed. At each, its user may also leave. */
export const STOP_STEPS = ["subject", "level", "confirm"] as const;
export type StopStep = (typeof STOP_STEPS)[number];

/** What a button says: the number of the choice at this step; null leaves the conversation. */
export interface StopPress {
  readonly conversationId: string;
  readonly step: StopStep;
  readonly choice: number | null;
}

const SHAPE = /^stop:([0-2])(\d{1,2}|-):([\w-]{22}):([\w-]{22})$/;

export interface StopTokens {
  /** Returns the token for a press; at most 64 bytes. */
  write(press: StopPress): string;
  /** Returns what a token says; undefined if we didn't make it, or it isn't such a token. */
  read(token: string): StopPress | undefined;
}

export function createStopTokens(keyRing: KeyRing): StopTokens {
  const signer = createSigner(keyRing, "telegram stop buttons");
  return {
    write({ conversationId, step, choice }) {
      const named = `${STOP_STEPS.indexOf(step)}${choice ?? "-"}:${Buffer.from(parse(conversationId)).toString("base64url")}`;
      return `stop:${named}:${signer.sign(named)}`;
    },
    read(token) {
      const [, at = "", choice = "", id = "", code = ""] = SHAPE.exec(token) ?? [];
      const step = STOP_STEPS[Number(at)];
      if (id === "" || step === undefined || !signer.isOurs(`${at}${choice}:${id}`, code)) return undefined;
      const conversationId = stringify(Buffer.from(id, "base64url"));
      return { conversationId, step, choice: choice === "-" ? null : Number(choice) };
    },
  };
}
