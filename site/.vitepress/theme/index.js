import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import Playground from './Playground.vue';
import './style.css';

/** The default theme, with the playground below the text of the page that asks for it. */
export default {
  extends: DefaultTheme,
  Layout: {
    setup() {
      const { frontmatter } = useData();
      return () =>
        h(DefaultTheme.Layout, null, frontmatter.value.playground === true ? { 'doc-footer-before': () => h(Playground) } : {});
    },
  },
};
