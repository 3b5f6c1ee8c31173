export { exampleMessage } from "./draft.ts";
export { MessageBuilder } from "./message-builder.tsx";
export { MessageCheck } from "./message-check.tsx";
export { useMessageCopied } from "./use-message-copied.ts";
