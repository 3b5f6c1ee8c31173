/** Which of our fields a message must have together, and which exclude each other. */
import type { CancelAction, CloseAction, OrderType } from "../enumerations.ts";
import { POSITION_FIELDS, requiredFields, requiredFor, SIZE_FIELDS } from "./message-fields.ts";
import type { Fault } from "./problems.ts";

export interface Fieldset {
  /** Where the values of the fields begin that the message has. */
  readonly starts: ReadonlyMap<string, number>;
  /** If it could be read. */
  readonly type: unknown;
  /** Undefined for an order. */
  readonly action: CancelAction | CloseAction | undefined;
}

/** A fault of the fields together; without `start`, of a field that is missing. */
export interface FaultBetween extends Fault {
  readonly field: string;
  readonly start?: number;
}

/** Returns what is wrong between a message's fields. */
export function faultsBetween(fieldset: Fieldset): readonly FaultBetween[] {
  const { action } = fieldset;
  return [
    ...missing(fieldset),
    ...conflicts(fieldset),
    ...(action === undefined || action === "close" ? incompletePosition(fieldset) : []),
  ];
}

function missing({ starts, type, action }: Fieldset): readonly FaultBetween[] {
  const isSized = SIZE_FIELDS.some((field) => starts.has(field));
  const isSaid = (field: string) =>
    starts.has(field) ||
    (field === "account" && starts.has("strategy")) ||
    (field === "contracts" && isSized) ||
    (field === "direction" && starts.has("position"));
  const required = action ? requiredFor(action) : requiredFields(type as OrderType | undefined);
  return required.filter((field) => !isSaid(field)).map((field) => ({ code: "MISSING_FIELD", field }));
}

/** A position says by its sign what these say. */
const SAID_BY_POSITION = ["direction", "positionSide"];
/** At a stop's trigger the position may be another one than when it was placed. */
const TYPES_WITH_POSITION = ["MARKET", "LIMIT"];

function conflicts({ starts, type, action }: Fieldset): readonly FaultBetween[] {
  const conflict = (field: string, other: string): readonly FaultBetween[] => {
    const [start, otherStart] = [starts.get(field), starts.get(other)];
    return start === undefined || otherStart === undefined
      ? []
      : [{ code: "CONFLICTING_FIELDS", field, start, detail: other }];
  };
  const addressed = conflict("strategy", "account");
  if (action !== undefined) return addressed;
  const [size, ...otherSizes] = SIZE_FIELDS.filter((field) => starts.has(field));
  const typeStart = starts.get("type");
  const isOddType = starts.has("position") && type !== undefined && !TYPES_WITH_POSITION.some((one) => one === type);
  return [
    ...addressed,
    ...otherSizes.flatMap((field) => conflict(field, size ?? "")),
    ...SAID_BY_POSITION.flatMap((field) => conflict(field, "position")),
    ...(isOddType && typeStart !== undefined
      ? [{ code: "NOT_ALLOWED" as const, field: "type", start: typeStart, detail: TYPES_WITH_POSITION.join(", ") }]
      : []),
  ];
}

/** TradingView's four position placeholders say something only together. */
function incompletePosition({ starts }: Fieldset): readonly FaultBetween[] {
  const absent = POSITION_FIELDS.filter((field) => !starts.has(field));
  return absent.length === POSITION_FIELDS.length
    ? []
    : absent.map((field) => ({ code: "MISSING_POSITION_FIELD", field }));
}
