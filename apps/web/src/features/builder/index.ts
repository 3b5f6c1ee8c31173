export { exampleMessage } from "./draft.ts";
export { MessageBuilder } from "./message-builder.tsx";
export { useMessageCopied } from "./use-message-copied.ts";
