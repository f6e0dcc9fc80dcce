// The default theme, without its web fonts.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
