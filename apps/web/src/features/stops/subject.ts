/** What a kill switch is for, and which of its pulls is in force. */
import type { NamedAccount, Stop, StopPayload } from "@chartrelay/contract";

export type StopSubject =
  | { readonly scope: "strategy"; readonly id: string; readonly name: string }
  | { readonly scope: "account"; readonly id: string; readonly account: NamedAccount }
  | { readonly scope: "all" };

/** Returns the stop of exactly this subject that is in force; undefined if there is none. */
export function stopOf(stops: readonly Stop[] | undefined, subject: StopSubject): Stop | undefined {
  return stops?.find((stop) => stop.liftedAt === null && isOf(stop, subject));
}

const isOf = (stop: Stop, subject: StopSubject) =>
  stop.scope === subject.scope && (subject.scope === "all" || stop.subjectId === subject.id);

/** Returns what pulls the switch. */
export const payloadOf = (subject: StopSubject, level: StopPayload["level"]): StopPayload => ({
  scope: subject.scope,
  ...(subject.scope !== "all" && { id: subject.id }),
  level,
});
