export { MessageBuilder } from "./message-builder.tsx";
export { MessageCheck } from "./message-check.tsx";
