/** The questions, by topic. A question's id is its anchor, the key of its text and, with `_answer`, of its answer. */
export const SUBJECTS = [
  { title: "group_start", questions: ["what", "demo", "code", "set_up"] },
  { title: "group_alerts", questions: ["message", "repairs", "silent", "plain", "resent"] },
  { title: "group_orders", questions: ["statuses", "no_reply", "twice", "burst", "restart", "age", "cancel"] },
  { title: "group_keys", questions: ["which", "stored", "leak", "key_ends"] },
  { title: "group_telegram", questions: ["connect_chat", "blocked"] },
  { title: "group_payment", questions: ["receipt", "not_yet", "refund", "ends"] },
  { title: "group_dashboard", questions: ["live", "not_loaded"] },
] as const;
