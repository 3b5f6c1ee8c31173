export { Replay } from "./replay.tsx";
