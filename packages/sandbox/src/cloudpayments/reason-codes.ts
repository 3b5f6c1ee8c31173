/** CloudPayments' reasons for declining a card payment: docs/venues/cloudpayments.md, Reason codes. */

export interface DeclineReason {
  readonly code: number;
  /** What a Fail notification calls it. */
  readonly name: string;
  /** What the widget tells the payer. */
  readonly message: string;
}

const CALL_BANK = "Свяжитесь с вашим банком или воспользуйтесь другой картой";
const CHECK_DETAILS = "Проверьте правильность введенных данных карты или воспользуйтесь другой картой";
const ANOTHER_CARD = "Воспользуйтесь другой картой";
const FORBIDDEN = "Платежи для этой карты запрещены. Попробуйте другую карту";
const LATER = "Повторите попытку позже";
const LATER_OR_ANOTHER = "Повторите попытку позже или воспользуйтесь другой картой";

const reason = (code: number, name: string, message: string): DeclineReason => ({ code, name, message });

export const DECLINE_REASONS: readonly DeclineReason[] = [
  reason(5001, "ReferToCardIssuer", CALL_BANK),
  reason(5003, "InvalidMerchant", CALL_BANK),
  reason(5004, "PickUpCard", CALL_BANK),
  reason(5005, "DoNotHonor", CALL_BANK),
  reason(5006, "Error", CHECK_DETAILS),
  reason(5007, "PickUpCardSpecialConditions", CALL_BANK),
  reason(5012, "InvalidTransaction", "Воспользуйтесь другой картой или свяжитесь с банком, выпустившим карту"),
  reason(5013, "AmountError", "Проверьте корректность суммы"),
  reason(5014, "InvalidCardNumber", CHECK_DETAILS),
  reason(5015, "NoSuchIssuer", CHECK_DETAILS),
  reason(5017, "CustomerCancellation", ANOTHER_CARD),
  reason(5019, "TransactionError", CALL_BANK),
  reason(5030, "FormatError", LATER),
  reason(5031, "BankNotSupportedBySwitch", ANOTHER_CARD),
  reason(5033, "ExpiredCardPickup", CALL_BANK),
  reason(5034, "SuspectedFraud", CALL_BANK),
  reason(5036, "RestrictedCard", FORBIDDEN),
  reason(5041, "LostCard", CALL_BANK),
  reason(5043, "StolenCard", CALL_BANK),
  reason(5051, "InsufficientFunds", "Недостаточно средств на карте"),
  reason(5054, "ExpiredCard", CHECK_DETAILS),
  reason(5055, "InvalidPin", ANOTHER_CARD),
  reason(5057, "TransactionNotPermitted", CALL_BANK),
  reason(5058, "TransactionNotPermittedToCard", CALL_BANK),
  reason(5059, "SuspectedFraudDecline", "Свяжитесь с банком или воспользуйтесь другой картой"),
  reason(
    5061,
    "ExceedsApprovalAmount",
    "Превышение лимита оплаты по карте. Измените настройки лимита или оплатите другой картой",
  ),
  reason(5062, "RestrictedCard2", FORBIDDEN),
  reason(5063, "SecurityViolation", ANOTHER_CARD),
  reason(5065, "ExceedWithdrawalFrequency", CALL_BANK),
  reason(5082, "IncorrectCvv", "Неверно указан код CVV"),
  reason(5091, "Timeout", LATER_OR_ANOTHER),
  reason(5092, "CannotReachNetwork", LATER_OR_ANOTHER),
  reason(5096, "SystemError", LATER),
  reason(5113, "GatewaysDoNotSupportCard", ANOTHER_CARD),
  reason(5204, "UnableToProcess", CALL_BANK),
  reason(5206, "AuthenticationFailed", CALL_BANK),
  reason(5207, "AuthenticationUnavailable", CALL_BANK),
  reason(5300, "AntiFraud", ANOTHER_CARD),
  reason(5303, "AcquirerTerminalLimitsExceeded", CALL_BANK),
];

const BY_CODE = new Map(DECLINE_REASONS.map((each) => [each.code, each]));

/** Returns a code's reason; one without a name for a code that isn't documented. */
export const reasonOf = (code: number): DeclineReason => BY_CODE.get(code) ?? reason(code, "Unknown", CALL_BANK);
