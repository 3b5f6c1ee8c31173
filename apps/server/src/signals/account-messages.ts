/** What an account's queue takes of the messages that the parser reads: orders in contracts, and cancellations. */
import {
  type AccountOrder,
  type CancelMessage,
  isForAccount,
  type MessageProblem,
  type ParsedOrderMessage,
  STRATEGY_NOT_SUPPORTED,
} from "@chartrelay/contract";

/** A message that has nothing wrong, or is refused. */
export type AccountMessage = Omit<ParsedOrderMessage, "message" | "cancel" | "close"> & {
  readonly message?: AccountOrder;
  readonly cancel?: CancelMessage;
};

/** The fields that an account's queue can't follow, and the problem that each is refused with. */
const REFUSED = {
  strategy: STRATEGY_NOT_SUPPORTED,
  money: "SIZING_NOT_SUPPORTED",
  equityPercent: "SIZING_NOT_SUPPORTED",
  position: "TARGET_NOT_SUPPORTED",
} as const satisfies Readonly<Record<string, MessageProblem["code"]>>;

/** Refuses what an account's queue can't follow, by name: nothing of such a message is executed. */
export function onlyForAccounts(parsed: ParsedOrderMessage): AccountMessage {
  const { message, cancel, close, ...rest } = parsed;
  const refused = refusedIn(parsed);
  if (refused.length > 0) {
    const problems = [...parsed.problems, ...refused];
    return { ...rest, problems, corrected: null };
  }
  return {
    ...rest,
    ...(message && isForAccount(message) && { message }),
    ...(cancel?.account !== undefined && { cancel: { ...cancel, account: cancel.account } }),
  };
}

function refusedIn({ fields, awaited, placeOf }: ParsedOrderMessage): readonly MessageProblem[] {
  const place = (field: Parameters<typeof placeOf>[0]) => placeOf(field) ?? { line: 1, column: 1 };
  const names = (Object.keys(REFUSED) as (keyof typeof REFUSED)[]).filter(
    (field) => fields[field] !== undefined || awaited.includes(field),
  );
  const isClose = fields.action === "close" || fields.action === "closeAll";
  return [
    ...names.map((field) => ({ code: REFUSED[field], field, ...place(field) })),
    ...(isClose ? [{ code: "ACTION_NOT_SUPPORTED" as const, field: "action", ...place("action") }] : []),
  ];
}
