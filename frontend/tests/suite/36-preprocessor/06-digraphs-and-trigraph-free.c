// stage: run; models: lp64, ilp32; exit: 28
// Digraphs and odd spellings of tokens.
#include <stdio.h>
%:define PICK(a) a<:1:>
int main(void) <%
    int a<:3:> = <% 4, 5, 6 %>;
    int x = a[0]+ + +a[1]- -a[2];
    int y = x---1;
    int z = x+++y;
    printf("%d %d %d %d\n", PICK(a), x, y, z);
    return z;
%>
