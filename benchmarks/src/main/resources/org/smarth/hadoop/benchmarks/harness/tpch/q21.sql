select s_name, count(*) numwait
from supplier
join lineitem l1 on s_suppkey = l1.l_suppkey
join orders on o_orderkey = l1.l_orderkey
join nation on s_nationkey = n_nationkey
join (select l_orderkey a_orderkey, count(distinct l_suppkey) a_suppliers
from lineitem
group by l_orderkey) a on a_orderkey = l1.l_orderkey
join (select l_orderkey b_orderkey, count(distinct l_suppkey) b_late
from lineitem
where l_receiptdate > l_commitdate
group by l_orderkey) b on b_orderkey = l1.l_orderkey
where o_orderstatus = 'F' and l1.l_receiptdate > l1.l_commitdate
    and n_name = 'SAUDI ARABIA' and a_suppliers > 1 and b_late = 1
group by s_name
order by numwait desc, s_name
limit 100
