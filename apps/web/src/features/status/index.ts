export { Figures } from "./figures.tsx";
