export { RelayHealth } from "./relay-health.tsx";
