// The default theme with the fonts of the device: nothing is loaded from elsewhere.
import theme from "vitepress/theme-without-fonts";
import "./palette.css";
import "./style.css";

export default theme;
